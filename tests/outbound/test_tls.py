"""The connection goes to the checked address, the certificate is checked for the host's name."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from flows_app.outbound import Allowances, OutboundFailed, OutboundRequest, OutboundResponse, send, transport
from tests.outbound.loopback import LoopbackServer, loopback_server
from tests.outbound.recording import RecordingResolver


@pytest.fixture
def names_asked() -> list[str | None]:
    return []


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names_asked: list[str | None]) -> Iterator[LoopbackServer]:
    """Has a certificate for shop.example, which the client trusts."""
    certificate = _certificate_for("shop.example", tmp_path)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    tls.sni_callback = lambda connection, name, context: names_asked.append(name)
    monkeypatch.setattr(transport, "verified_tls", lambda: ssl.create_default_context(cafile=certificate))
    with loopback_server(tls) as running:
        yield running


async def call(server: LoopbackServer, host: str) -> OutboundResponse:
    return await send(
        OutboundRequest("GET", f"https://{host}:{server.port}/echo"),
        allowances=Allowances.read(["127.0.0.1"]),
        resolver=RecordingResolver(["127.0.0.1"]),
    )


async def test_the_certificate_of_the_name_is_accepted(server: LoopbackServer, names_asked: list[str | None]) -> None:
    assert (await call(server, "shop.example")).status == 200
    assert names_asked == ["shop.example"]


@pytest.mark.parametrize("host", ["other.example", "127.0.0.1"])
async def test_the_certificate_of_another_is_not(server: LoopbackServer, host: str) -> None:
    with pytest.raises(OutboundFailed, match="certificate") as failure:
        await call(server, host)

    assert not failure.value.maybe_delivered
    assert server.seen == []


def test_certificates_are_verified_by_default() -> None:
    context = transport.verified_tls()

    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


def _certificate_for(host: str, directory: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = directory / "certificate.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return path

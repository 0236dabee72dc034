import time

import pytest
from django.test import Client, override_settings

from flows_app.limits import PRESENCE_SECONDS
from flows_app.models import Flow
from tests.editor.asking import given, save
from tests.support.ports import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]


def test_others_are_seen_and_oneself_is_not(ana: Client, bea: Client, flow: Flow) -> None:
    alone = given(ana, "POST", flow, "presence", {"tab": "1", "step": "greeting"})
    assert alone["others"] == []

    seen = given(bea, "POST", flow, "presence", {"tab": "1"})
    assert [(other["name"], other["step"]) for other in seen["others"]] == [("ana", "greeting")]
    assert [other["name"] for other in given(ana, "POST", flow, "presence", {"tab": "1"})["others"]] == ["bea"]


def test_another_tab_of_oneself_is_another(ana: Client, flow: Flow) -> None:
    given(ana, "POST", flow, "presence", {"tab": "1"})

    (other,) = given(ana, "POST", flow, "presence", {"tab": "2"})["others"]

    assert other["name"] == "you, in another tab"


def test_who_leaves_is_gone_at_once(ana: Client, bea: Client, flow: Flow) -> None:
    given(ana, "POST", flow, "presence", {"tab": "1"})
    given(ana, "POST", flow, "presence", {"tab": "1", "left": True})

    assert given(bea, "POST", flow, "presence", {"tab": "1"})["others"] == []


def test_who_is_not_heard_of_any_more_is_gone(
    ana: Client, bea: Client, flow: Flow, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(ana, "POST", flow, "presence", {"tab": "1"})
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + PRESENCE_SECONDS + 1)

    assert given(bea, "POST", flow, "presence", {"tab": "1"})["others"] == []


def test_it_tells_of_a_save_by_somebody_else(ana: Client, bea: Client, flow: Flow) -> None:
    save(bea, flow, description="Bea's")

    answer = given(ana, "POST", flow, "presence", {"tab": "1"})

    assert (answer["revision"], answer["saved_by"]) == (1, "bea")


def test_while_redis_is_away_nobody_is_seen_and_everybody_can_write(ana: Client, flow: Flow) -> None:
    url = f"redis://127.0.0.1:{free_port()}/0"
    away = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}}

    with override_settings(CACHES=away):
        assert ana.get(f"/admin/flows_app/flow/{flow.pk}/change/").status_code == 200
        save(ana, flow, description="Written all the same")
        answer = given(ana, "POST", flow, "presence", {"tab": "1"})

    assert (answer["others"], answer["revision"]) == ([], 1)


def test_what_is_too_long_is_refused(ana: Client, flow: Flow) -> None:
    assert given(ana, "POST", flow, "presence", {"tab": "x" * 100}, 400)["code"] == "too_long"
    assert given(ana, "POST", flow, "presence", {"tab": 5}, 400)["code"] == "missing"

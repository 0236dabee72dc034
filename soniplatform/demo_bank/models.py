from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Customer(models.Model):
    """The customer of one conversation; gone with it.

    The row is also the lock under which the customer's money moves.
    """

    # Without a constraint: where the demo has been switched off again, nothing keeps a conversation from being deleted.
    conversation = models.OneToOneField(
        "conversations_app.Conversation",
        on_delete=models.CASCADE,
        primary_key=True,
        db_constraint=False,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"customer {str(self.pk)[:8]}"


class Account(models.Model):
    class Kind(models.TextChoices):
        CURRENT = "current", _("Current")
        SAVINGS = "savings", _("Savings")

    customer = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="accounts")
    kind = models.CharField(max_length=10, choices=Kind)
    balance = models.DecimalField(max_digits=12, decimal_places=2)

    class Meta:
        ordering = ("customer", "kind")
        constraints = (
            models.UniqueConstraint(fields=("customer", "kind"), name="demo_account_once_a_kind"),
            models.CheckConstraint(condition=Q(balance__gte=0), name="demo_account_not_overdrawn"),
        )

    def __str__(self) -> str:
        return f"{self.kind} account"


class Payee(models.Model):
    """Somebody whom the customer has saved to send money to."""

    customer = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="payees")
    name = models.CharField(max_length=100)

    class Meta:
        ordering = ("customer", "name")
        constraints = (models.UniqueConstraint(fields=("customer", "name"), name="demo_payee_once"),)

    def __str__(self) -> str:
        return self.name


class Transaction(models.Model):
    """Money that came in or, below zero, went out."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="transactions")
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    text = models.CharField(max_length=100)
    day = models.DateField(default=timezone.localdate)
    # Set for transfers only, which count for the daily limit.
    payee = models.ForeignKey(Payee, on_delete=models.CASCADE, null=True, blank=True, related_name="transfers")
    # Idempotency key of the bot's request: asked again, it is the same transaction.
    key = models.CharField(max_length=64, unique=True, null=True, blank=True)

    class Meta:
        ordering = ("-day", "-id")

    def __str__(self) -> str:
        return f"{self.text} {self.amount}"

    @property
    def reference(self) -> str:
        """Counted by customer: what others do is nobody's business."""
        own = Transaction.objects.filter(account__customer=self.account.customer_id, key__isnull=False)
        return f"TX-{1000 + own.filter(pk__lte=self.pk).count()}"


class Card(models.Model):
    class Kind(models.TextChoices):
        DEBIT = "debit", _("Debit")
        CREDIT = "credit", _("Credit")

    customer = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="cards")
    kind = models.CharField(max_length=10, choices=Kind)
    last_digits = models.CharField(max_length=4)
    blocked_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ("customer", "kind")
        constraints = (models.UniqueConstraint(fields=("customer", "kind"), name="demo_card_once_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} card {self.last_digits}"


class Bill(models.Model):
    class Kind(models.TextChoices):
        ELECTRICITY = "electricity", _("Electricity")
        WATER = "water", _("Water")
        INTERNET = "internet", _("Internet")

    customer = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="bills")
    kind = models.CharField(max_length=20, choices=Kind)
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    due_on = models.DateField()
    # The day that its payment is ordered for; a day that has come is paid.
    pay_on = models.DateField(null=True, blank=True)
    key = models.CharField(max_length=64, unique=True, null=True, blank=True)

    class Meta:
        ordering = ("customer", "due_on")
        constraints = (models.UniqueConstraint(fields=("customer", "kind"), name="demo_bill_once_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} bill"

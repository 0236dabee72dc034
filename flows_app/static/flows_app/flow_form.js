// A step shows only the fields that its type has; a row on a phone shows each field's label.
"use strict";

// Fields that not every type has; what else a type needs is written under “More”.
const TYPES_WITH_FIELD = {
  ".field-slot": ["collect", "confirm", "branch", "generate"],
  ".field-message": ["say", "collect", "confirm", "handoff"],
};

function fitRow(row) {
  const type = row.querySelector(".field-type select")?.value;
  if (!type) return;
  for (const [field, types] of Object.entries(TYPES_WITH_FIELD)) {
    row.querySelector(field)?.classList.toggle("not-of-this-type", !types.includes(type));
  }
  row.classList.toggle("nested", Boolean(row.querySelector(".field-parent select")?.value));
}

function labelCells(group) {
  const labels = [...group.querySelectorAll("thead th")].map((heading) => heading.textContent.trim());
  for (const row of group.querySelectorAll("tr.form-row")) {
    const cells = [...row.querySelectorAll("td:not(.original)")];
    cells.forEach((cell, index) => cell.setAttribute("data-label", labels[index + 1] ?? labels[index] ?? ""));
  }
}

function fitAll() {
  document.querySelectorAll("#steps-group tr.form-row").forEach(fitRow);
  document.querySelectorAll("#steps-group, #slots-group").forEach(labelCells);
}

document.addEventListener("DOMContentLoaded", fitAll);
document.addEventListener("formset:added", fitAll);
document.addEventListener("change", (event) => {
  const row = event.target.closest?.("#steps-group tr.form-row");
  if (row) fitRow(row);
});

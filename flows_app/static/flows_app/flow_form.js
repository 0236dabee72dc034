// A step shows only the fields that its type has; a row on a phone shows each field's label.
"use strict";

const FIELDS_OF_COLLECT_ONLY = [".field-slot"];

function fitRow(row) {
  const type = row.querySelector(".field-type select");
  if (!type) return;
  for (const selector of FIELDS_OF_COLLECT_ONLY) {
    row.querySelector(selector)?.classList.toggle("not-of-this-type", type.value === "say");
  }
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

// Shows the API's description. In a file of its own, because pages run no inline scripts.
window.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("api-docs");
  window.SwaggerUIBundle({
    url: place.dataset.openapi,
    domNode: place,
    deepLinking: true,
    displayOperationId: true,
    // The standard credential of a browser's request goes along only if somebody fills it in.
    persistAuthorization: false,
    validatorUrl: null,
  });
});

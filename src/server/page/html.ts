import { listAssets } from "../../schemas/Asset.js"
import { generateChatImage } from "../../schemas/ChatImage.js"
import { createEmbeddings } from "../../schemas/Embedding.js"
import { submitTranscription } from "../../schemas/Transcription.js"
import { orderVideo } from "../../schemas/VideoOrder.js"

const heading = (column: string): string => `<th role="columnheader" scope="col">${column}</th>`

/** Its roles are written out, for a browser forgets them where the style lays rows out anew, as on a narrow screen. */
const table = (id: string, title: string, columns: ReadonlyArray<string>, empty: string): string => `
<section id="${id}" aria-labelledby="${id}-title" hidden>
  <header><h2 id="${id}-title">${title}</h2><p class="count"></p></header>
  <table role="table">
    <caption>${title}, newest first</caption>
    <thead role="rowgroup"><tr role="row">${columns.map(heading).join("")}</tr></thead>
    <tbody role="rowgroup" class="things"></tbody>
  </table>
  <div class="empty">${empty}</div>
  <button type="button" aria-expanded="false" hidden></button>
</section>`

const requests = table(
  "requests",
  "Requests",
  ["Status", "Request", "When"],
  `<p>No request yet. Try:</p>
  <pre><code>curl <span class="origin"></span>${createEmbeddings.path} \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "any", "input": "hello"}'</code></pre>
  <p><code>$API_KEY</code> is the key that the gateway was started with.</p>`
)

const tasks = table(
  "tasks",
  "Tasks",
  ["Task", "Status", "Accepted"],
  `<p>No task yet. A transcription is submitted to <code>${submitTranscription.path}</code>.</p>`
)

const orders = table(
  "orders",
  "Orders",
  ["Order", "Pictures", "When"],
  `<p>No order yet. Pictures are ordered at <code>${generateChatImage.path}</code>, a video at
  <code>${orderVideo.path}</code>.</p>`
)

const assets = `
<section id="assets" aria-labelledby="assets-title" hidden>
  <header><h2 id="assets-title">Assets</h2><p class="count"></p></header>
  <ul class="things"></ul>
  <div class="empty">
    <p>No asset yet. Order a picture, or list a group at <code>${listAssets.path}</code>.</p>
  </div>
  <button type="button" aria-expanded="false" hidden></button>
</section>`

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='4' fill='%233563c9'/%3E%3Ccircle cx='8' cy='8' r='3' fill='white'/%3E%3C/svg%3E"

/** The front page without its content, which the script adds. Its links are relative, for a server mounted below a path. */
export const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>effect-model-gateway</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="page.css">
<script src="page.js" defer></script>
</head>
<body>
<header class="top">
  <div>
    <h1>effect-model-gateway</h1>
    <p id="about">&nbsp;</p>
  </div>
  <p id="state" role="status">reading</p>
  <nav aria-label="More of this gateway">
    <a href="docs">API docs</a>
    <a href="openapi.json">OpenAPI</a>
    <a href="metrics">Metrics</a>
    <a href="healthz">Health</a>
  </nav>
</header>
<noscript>
  <p class="empty">This page needs its script. What it shows is at <a href="activity">activity</a>, as JSON.</p>
</noscript>
<main>
${requests}
<div class="beside">
${assets}
${tasks}
${orders}
</div>
</main>
</body>
</html>
`

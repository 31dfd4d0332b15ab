/** The part of the script that says what a request, a task, an order and an asset look like. */
export const rowsScript = `"use strict"
const find = (selector, within = document) => within.querySelector(selector)

const make = (tag, className = "", parent) => {
  const node = document.createElement(tag)
  node.className = className
  if (parent) parent.append(node)
  return node
}

const write = (node, text) => {
  if (node.textContent !== text) node.textContent = text
}

const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]]
const span = (ms) => {
  const [size, unit] = units.find(([size]) => ms >= size * 1000) ?? [1, "s"]
  return Math.floor(Math.max(ms, 0) / (size * 1000)) + " " + unit
}
const took = (ms) => ms < 1000 ? Math.round(ms) + " ms" : ms < 60000 ? (ms / 1000).toFixed(1) + " s" : span(ms)

const makeTime = (parent) => {
  const node = make("time", "", parent)
  return (at, now) => {
    const iso = new Date(at).toISOString()
    if (node.dateTime !== iso) Object.assign(node, { dateTime: iso, title: new Date(at).toLocaleString() })
    write(node, now - at < 1000 ? "now" : span(now - at) + " ago")
  }
}

// Each kind of thing makes its parts once, and gives the function that fills them in.

const cells = (row, count) => {
  row.setAttribute("role", "row")
  return Array.from({ length: count }, () => {
    const cell = make("td", "", row)
    cell.setAttribute("role", "cell")
    return cell
  })
}

const reasons = ({ failure, traceId, upstreamTraceId }) => [
  ...(failure ? [failure] : []),
  "trace " + traceId,
  ...(upstreamTraceId ? ["upstream's " + upstreamTraceId] : [])
]

const requestRow = (row) => {
  const [status, request, when] = cells(row, 3)
  const badge = make("span", "badge", status)
  const name = make("b", "", request)
  const target = make("small", "", request)
  const id = make("small", "id", request)
  const why = make("small", "why", request)
  const time = makeTime(when)
  const millis = make("small", "", when)
  return (it, now) => {
    badge.className = "badge " + ({ 2: "good", 4: "refused", 5: "bad" }[Math.floor(it.status / 100)] ?? "")
    write(badge, String(it.status))
    write(name, it.operation ?? "no operation")
    write(target, it.method + " " + it.path)
    write(id, it.id ?? "")
    write(why, it.failure || it.status >= 400 ? reasons(it).join(", ") : "")
    time(it.at, now)
    write(millis, took(it.millis))
  }
}

const taskRow = (row) => {
  const [task, status, when] = cells(row, 3)
  const id = make("span", "id", task)
  const badge = make("span", "badge", status)
  const time = makeTime(when)
  return (it, now) => {
    write(id, it.id)
    badge.className = "badge " + ({ completed: "good", failed: "bad" }[it.status] ?? "")
    write(badge, it.status)
    time(it.at, now)
  }
}

const orderRow = (row) => {
  const [order, pictures, when] = cells(row, 3)
  const kind = make("b", "", order)
  const model = make("span", "", order)
  const id = make("small", "id", order)
  const why = make("small", "why", order)
  const time = makeTime(when)
  return (it, now) => {
    write(kind, it.kind)
    write(model, it.model ? " by " + it.model : "")
    write(id, it.id)
    write(why, it.outcome ? "outcome " + it.outcome + ": it may have been accepted" : "")
    write(pictures, it.kind === "image" && !it.outcome ? String(it.images ?? 0) : "–")
    time(it.at, now)
  }
}

// A URL that can be opened without harm: of http or https, also where it is relative.
const webUrl = (text) => {
  try {
    const { href, protocol } = new URL(text, document.baseURI)
    return text && /^https?:$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
const pictureName = /[.](avif|gif|jpe?g|png|svg|webp)$/i
const isPicture = (it, href) => /image|picture|photo/i.test(it.type ?? "") || pictureName.test(new URL(href).pathname)

const assetCard = (card, it) => {
  const href = webUrl(it.url)
  const link = make(href ? "a" : "div", "", card)
  if (href) Object.assign(link, { href, target: "_blank", rel: "noreferrer" })
  const place = make("div", "picture", link)
  const inWords = () => write(place, it.type || "file")
  if (href && isPicture(it, href)) {
    const image = make("img", "", place)
    image.addEventListener("error", inWords)
    Object.assign(image, { loading: "lazy", decoding: "async", alt: it.id, title: it.id, src: href })
  } else inWords()
  write(make("div", "name", link), it.id)
  const time = makeTime(card)
  return (it, now) => time(it.at, now)
}
`

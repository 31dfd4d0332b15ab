import { rowsScript } from "./rowsScript.js"

/**
 * The script of the front page. It asks for the activity each second while the page is visible, and writes it by
 * `textContent` alone. A thing keeps its row from one look to the next, so that nothing flickers or jumps.
 */
export const script = `${rowsScript}
const list = (name, tag, few, keyOf, fill) => {
  const section = find("#" + name)
  const [things, count, empty, more] = [".things", ".count", ".empty", "button"].map((part) => find(part, section))
  const rows = new Map()
  let all = false
  const fold = () => {
    const nodes = [...things.children]
    nodes.forEach((node, index) => { node.hidden = !all && index >= few })
    more.hidden = nodes.length <= few
    more.setAttribute("aria-expanded", String(all))
    write(more, all ? "Show fewer" : "Show all " + nodes.length)
    write(count, nodes.length ? "newest " + nodes.length : "")
  }
  more.addEventListener("click", () => {
    all = !all
    fold()
  })
  return (found, now) => {
    const keys = new Set(found.map(keyOf))
    for (const [key, { node }] of rows) if (!keys.has(key)) {
      node.remove()
      rows.delete(key)
    }
    let next = things.firstElementChild
    for (const it of found) {
      const key = keyOf(it)
      let row = rows.get(key)
      if (!row) {
        const node = make(tag, section.hidden ? "" : "new")
        row = { node, show: fill(node, it) }
        rows.set(key, row)
      }
      row.show(it, now)
      if (row.node === next) next = next.nextElementSibling
      else things.insertBefore(row.node, next)
    }
    fold()
    empty.hidden = found.length > 0
    if (things.parentElement.tagName === "TABLE") things.parentElement.hidden = found.length === 0
    things.hidden = found.length === 0
    section.hidden = false
  }
}

const lists = {
  requests: list("requests", "tr", 20, (it) => it.traceId, requestRow),
  tasks: list("tasks", "tr", 6, (it) => it.id, taskRow),
  orders: list("orders", "tr", 6, (it) => it.id, orderRow),
  assets: list("assets", "li", 12, (it) => it.id + " " + it.url, assetCard)
}

const show = ({ gateway, ...found }) => {
  const answers = gateway.answeredBy ? "answered by " + gateway.answeredBy + ", " : ""
  document.title = gateway.title + (gateway.answeredBy ? ": " + gateway.answeredBy : "")
  write(find("h1"), gateway.title)
  write(find("#about"), answers + "running for " + span(gateway.now - gateway.since))
  for (const [name, fill] of Object.entries(lists)) fill(found[name], gateway.now)
}

const tell = (className, text) => {
  find("#state").className = className
  write(find("#state"), text)
}

const read = async () => {
  try {
    const answer = await fetch("activity", { cache: "no-store", signal: AbortSignal.timeout(10000) })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

// While a look is under way or will be, no other begins.
let busy = false
let failures = 0

const look = async () => {
  const activity = await read()
  if (activity) show(activity)
  failures = activity ? 0 : failures + 1
  if (activity) tell("live", "live")
  else tell("gone", "the gateway does not answer; trying again")
  busy = document.visibilityState === "visible"
  if (busy) setTimeout(look, Math.min(1000 * 2 ** failures, 15000))
}

const lookIfVisible = () => {
  if (busy || document.visibilityState !== "visible") return
  busy = true
  look()
}

document.addEventListener("visibilitychange", lookIfVisible)
write(find(".origin"), new URL(".", document.baseURI).href.slice(0, -1))
lookIfVisible()
`

/** A number with its thousands separated; below ten with a decimal, and below one with two digits, where it has some. */
export const count = (number: number): string =>
  number.toLocaleString(
    "en-US",
    number < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: number < 10 ? 1 : 0 }
  )

/** In what to count what ends: by the minute, or by the hour where fewer than one a minute does. */
export const rateUnit = (perMinute: number): { readonly unit: string; readonly of: (perMinute: number) => number } =>
  perMinute < 1 ? { unit: "an hour", of: (it) => it * 60 } : { unit: "a minute", of: (it) => it }

/** A large number in few signs, such as `1.6M`. */
export const roughly = (number: number): string =>
  number.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: 3 })

/** `1 item`, `1,200 items`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`

/** A duration as one says it, in two units at the most: `450 ms`, `1.2 s`, `3 min 20 s`. Unit: milliseconds. */
export const duration = (milliseconds: number): string => {
  const ms = Math.max(0, milliseconds)
  if (ms > 0 && ms < 1) return "< 1 ms"
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`
  if (Math.round(ms / 100) < 100) return `${Math.round(ms / 100) / 10} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return inTwo(seconds, 60, "min", "s")
  const minutes = Math.round(seconds / 60)
  if (minutes < 24 * 60) return inTwo(minutes, 60, "h", "min")
  return inTwo(Math.round(minutes / 60), 24, "d", "h")
}

const inTwo = (amount: number, size: number, large: string, small: string): string => {
  const rest = amount % size
  return `${count(Math.floor(amount / size))} ${large}${rest === 0 ? "" : ` ${rest} ${small}`}`
}

/** Money: two decimals, or as many digits as a small amount has something to say with. */
export const money = (amount: number, currency: string): string => {
  const isSmall = amount !== 0 && Math.abs(amount) < 1
  const digits = isSmall ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${amount.toLocaleString("en-US", digits)} ${currency}`
}

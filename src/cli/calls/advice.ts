/** What is told of requests that change nothing, when they were interrupted. */
export const nothingKept = (): string => "Nothing of these is kept: the same command asks again."

/** What is told of orders that were interrupted. */
export const perhapsOrdered = (): string =>
  "Orders that were under way may have been accepted, and cost money: look before they are sent again."

/** What the names of all tables of a store begin with, so that they are known among others. */
export const prefix = "gateway"

/** The version of the tables, those of the engine included. Each change of them needs another. */
export const version = 1

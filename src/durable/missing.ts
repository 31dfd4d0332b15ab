const install = (packages: string): string => `packages that keep it are missing; npm install ${packages}`

const engine = "@effect/cluster@^0.60.2 @effect/platform-node@^0.108.2 @effect/rpc@^0.76.2 @effect/sql@^0.52.1"

/** What to do where the optional packages of a store are missing. */
export const missing = {
  sqlite: install(`${engine} @effect/sql-sqlite-node@^0.53.0`),
  postgres: install(`${engine} @effect/sql-pg@^0.53.0`)
}

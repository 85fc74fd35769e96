import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Db, openDatabase } from '#server/db/client.ts'
import type { Database } from '#server/db/schema.ts'

/** One step of a query plan in the format of `explain (format json)`. */
type Step = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Step[]
}

/** The plan of one query: the tables it scans completely, the indexes it uses, and the kinds of its steps. */
export type Plan = {
  readonly text: string
  readonly whole: readonly string[]
  readonly indexes: readonly string[]
  readonly steps: readonly string[]
}

/** Runs an action on a connection that records its queries, and returns the plan of each query. */
export async function plansOf(
  connectionString: string,
  action: (db: Db) => Promise<unknown>,
): Promise<Plan[]> {
  const { pool, close } = openDatabase(connectionString, { max: 4 })
  const queries: { text: string; values: unknown[] }[] = []
  const db: Db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      const isPlanned = !/^(begin|start transaction|commit|rollback)/.test(query.sql)
      if (level === 'query' && isPlanned) queries.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  try {
    await action(db)
    const plans: Plan[] = []
    for (const { text, values } of queries) {
      const { rows } = await pool.query(`explain (format json) ${text}`, values)
      const steps = stepsOf(rows[0]['QUERY PLAN'][0].Plan)
      plans.push({
        text,
        whole: steps.flatMap((step) =>
          step['Node Type'] === 'Seq Scan' ? [step['Relation Name'] ?? ''] : [],
        ),
        indexes: steps.flatMap((step) => step['Index Name'] ?? []),
        steps: steps.map((step) => step['Node Type']),
      })
    }
    return plans
  } finally {
    await close()
  }
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** Updates the statistics of the database, as autovacuum does after a while. */
export const settle = (db: Db) => sql`vacuum analyze`.execute(db)

import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Db, openDatabase } from '#server/db/client.ts'
import type { Database } from '#server/db/schema.ts'

/** One step of a query's plan, as `explain (format json)` names things. */
type Step = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Step[]
}

/** How the database would answer one query: the tables it reads whole, and the indexes it reads. */
export type Plan = {
  readonly text: string
  readonly whole: readonly string[]
  readonly indexes: readonly string[]
}

/** Runs an act on a connection that listens, and asks how each of its queries is planned. */
export async function plansOf(connectionString: string, act: (db: Db) => Promise<unknown>): Promise<Plan[]> {
  const { pool, close } = openDatabase(connectionString, { max: 4 })
  const asked: { text: string; values: unknown[] }[] = []
  const db: Db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      const isPlanned = !/^(begin|start transaction|commit|rollback)/.test(query.sql)
      if (level === 'query' && isPlanned) asked.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  try {
    await act(db)
    const plans: Plan[] = []
    for (const { text, values } of asked) {
      const { rows } = await pool.query(`explain (format json) ${text}`, values)
      const steps = stepsOf(rows[0]['QUERY PLAN'][0].Plan)
      plans.push({
        text,
        whole: steps.flatMap((step) =>
          step['Node Type'] === 'Seq Scan' ? [step['Relation Name'] ?? ''] : [],
        ),
        indexes: steps.flatMap((step) => step['Index Name'] ?? []),
      })
    }
    return plans
  } finally {
    await close()
  }
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** Lets the database know what is there, as it does by itself after a while. */
export const settle = (db: Db) => sql`vacuum analyze`.execute(db)

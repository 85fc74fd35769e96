import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { record } from '../audit-events/record.ts'
import { type How, keepHistory } from '../site-history/keeping.ts'
import { actsBetween } from './acts.ts'
import type { Structure } from './structure.ts'

/** Writes down what happened to a site between two states of it, and keeps the later one in its history; answers that. */
export async function recorded(
  tx: Tx,
  ctx: Context,
  before: Structure,
  after: Structure,
  how: How = { kind: 'edit' },
): Promise<Structure> {
  await record(tx, ctx, ...actsBetween(before, after))
  await keepHistory(tx, ctx, before, after, how)
  return after
}

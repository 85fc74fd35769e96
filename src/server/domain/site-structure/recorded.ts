import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { record } from '../audit-events/record.ts'
import { actsBetween } from './acts.ts'
import { settle } from './queries.ts'
import type { Structure } from './structure.ts'

/** Ends a change of structure, see `settle`, and writes down what it did. Answers the structure as it is now. */
export async function settleRecorded(tx: Tx, ctx: Context, before: Structure): Promise<Structure> {
  return recorded(tx, ctx, before, await settle(tx, before, ctx.now()))
}

/** Writes down what happened to a site between two states of it; answers the later one. */
export async function recorded(
  tx: Tx,
  ctx: Context,
  before: Structure,
  after: Structure,
): Promise<Structure> {
  await record(tx, ctx, ...actsBetween(before, after))
  return after
}

import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { record } from '../audit-events/record.ts'
import { actsBetween } from './acts.ts'
import type { Structure } from './structure.ts'

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

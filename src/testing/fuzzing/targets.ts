import { makeWorld, type WorldApp } from '../contract-sweep.ts'
import type { Targets } from './requests.ts'

/** An organization with one object of each resource, and the tokens of a caller of every kind. */
export async function newTargets(app: WorldApp): Promise<Targets> {
  const { params, callers } = await makeWorld(app)
  return {
    params,
    ids: Object.values(params),
    tokens: [...callers.values()].map(({ token }) => token).concat('lct_nobodys'),
    strongToken: callers.get('admin')?.token,
  }
}

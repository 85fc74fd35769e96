import { useEffect, useRef } from 'react'
import { type Act, addActs } from '../lib/acts.ts'
import { useKeys } from './use-keys.ts'

/** Offers acts in the palette, and by their keys, while the caller is on screen. */
export function useActs(given: readonly Act[]): void {
  const latest = useRef(given)
  latest.current = given
  const names = given.map(({ id, label, keys, where }) => [id, label, keys, where].join('\t')).join('\n')
  useEffect(
    () => addActs(latest.current.map((act, index) => ({ ...act, run: () => latest.current[index]?.run() }))),
    [names],
  )
  useKeys(
    given.flatMap(({ keys, label, run }) => (keys ? [{ keys, label, group: 'On this page', act: run }] : [])),
  )
}

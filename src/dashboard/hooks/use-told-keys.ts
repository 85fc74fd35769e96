import { useKeys } from './use-keys.ts'

export type ToldKey = { readonly keys: string; readonly label: string }

const nothing = () => undefined

/** Puts keys on the sheet of all keys that rows hear themselves while they have the focus. */
export const useToldKeys = (list: readonly ToldKey[]): void =>
  useKeys(list.map((one) => ({ ...one, group: 'In lists and trees', isTold: true, act: nothing })))

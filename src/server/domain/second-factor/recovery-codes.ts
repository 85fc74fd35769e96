import { randomInt } from 'node:crypto'
import { hashOf } from '../../auth/secrets.ts'
import type { Tx } from '../../db/client.ts'
import { RECOVERY_CODE_COUNT } from './rules.ts'

/** Without 0, 1, l and o, which are easily confused. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz'

/** Sixteen characters: 80 bits, which need no slow hash. */
const newCode = () => Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Groups of four, for reading. */
const formatted = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** Replaces all recovery codes of a user and returns the new ones, which are not stored. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode)
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
    .execute()
  return codes.map(formatted)
}

/** Uses up a recovery code; false if it is unknown or already used. */
export async function useRecoveryCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

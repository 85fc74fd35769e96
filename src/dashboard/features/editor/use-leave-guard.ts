import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../../components/confirm-store.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'

type Given = {
  isDirty: boolean
  /** It was given up on purpose. */
  forget: () => void
  /** Keeps what is written for the way back. */
  keep: () => void
}

/** Asks before what is written is lost. Who is led to the sign-in page is not asked: it is kept for the way back. */
export function useLeaveGuard({ isDirty, forget, keep }: Given): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      if (next.pathname === places.signIn) {
        keep()
        return false
      }
      const isLeaving = await confirm({ title: words.leaveDirty, act: 'Leave', keep: 'Stay' })
      if (isLeaving) forget()
      return !isLeaving
    },
  })
}

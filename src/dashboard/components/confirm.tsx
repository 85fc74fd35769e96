import { labels } from '../lib/labels.ts'

/** A question that `confirm()` asks in a dialog. */
export type Confirmation = {
  /** Names the object: `Delete the site “Halden Docs”?` */
  title: string
  /** What happens then, and whether it can be undone. */
  description?: string
  /** Label of the button that does it, with the object's name: `Delete Halden Docs`. */
  action: string
  /** Label of the other button. */
  cancel?: string
  /** The only place with a red button. */
  danger?: boolean
}

/** True for the action, false for cancel, `other` for the third button. */
type Answer = boolean | 'other'
type Question = Confirmation & { other?: string | undefined }
type OpenConfirmation = Question & { answer: (answer: Answer) => void }

let current: OpenConfirmation | null = null
const listeners = new Set<() => void>()

function setCurrent(next: OpenConfirmation | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Asks before what can't be undone. `if (await confirm({ title, action, danger: true })) …` */
export const confirm = async (confirmation: Confirmation): Promise<boolean> =>
  (await ask(confirmation)) === true

function ask(question: Question): Promise<Answer> {
  current?.answer(false)
  return new Promise((resolve) => {
    setCurrent({
      ...question,
      answer: (answer) => {
        setCurrent(null)
        resolve(answer)
      },
    })
  })
}

/**
 * Asks before a page with unsaved changes is left.
 * @param description what happens to the changes if they are not saved
 */
export async function confirmLeaving(description: string): Promise<'save' | 'leave' | 'stay'> {
  const answer = await ask({
    title: labels.leaveDirty,
    description,
    action: 'Save and leave',
    other: 'Leave without saving',
    cancel: 'Stay',
  })
  if (answer === 'other') return 'leave'
  return answer ? 'save' : 'stay'
}

/** The question that is asked now, for the dialog that asks it. */
export const confirmationStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => current,
}

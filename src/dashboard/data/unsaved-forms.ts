const PREFIX = 'lectern.unsaved.'
/** Larger values are not stored, because the browser limits the storage of all forms together to about 5 MB. */
const MAX_LENGTH = 500_000

type Values = Readonly<Record<string, unknown>>

/**
 * What was typed into forms when the session ended, until the same person has signed in again in this tab. A form is
 * known by its URL and by the label of its button.
 */
export const unsavedForms = {
  /** Who is signed in; remains set when the session ends. */
  user: '',
  store: (form: string, values: Values) => {
    try {
      const text = JSON.stringify({ userId: unsavedForms.user, values })
      if (text.length <= MAX_LENGTH) sessionStorage.setItem(PREFIX + form, text)
    } catch {
      // Storage is full or blocked, or the values have no JSON, such as files.
    }
  },
  /** Returns the values once; those of another person are deleted. */
  take: (form: string): Values | undefined => {
    try {
      const text = sessionStorage.getItem(PREFIX + form)
      if (text === null) return undefined
      sessionStorage.removeItem(PREFIX + form)
      const stored: unknown = JSON.parse(text)
      const { userId: owner, values } = Object(stored) as { userId?: unknown; values?: Values }
      return owner === unsavedForms.user ? values : undefined
    } catch {
      return undefined
    }
  },
}

/** Secrets are never stored. */
export const withoutSecrets = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !/password|secret|token|key|code|credential/i.test(name)),
  )

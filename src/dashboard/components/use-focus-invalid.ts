import { type RefObject, useEffect } from 'react'

/**
 * Focuses the first invalid field on screen after a form was refused. The form library knows only fields that registered
 * an element, and not their order on screen.
 * @param refusal changes with every refused submission
 */
export function useFocusInvalid(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return undefined
    // After the library has moved the focus itself.
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [form, refusal])
}

import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form'
import { ApiError } from '#contract/client.ts'
import { errorMessage } from '../data/query-client.ts'
import { useMedia } from '../hooks/use-media.ts'
import { labels } from '../lib/labels.ts'
import '../lib/validation-messages.ts'
import { ConflictFields, type FieldDescription } from './conflict-fields.tsx'
import { type Limits, limitsOf } from './schema-limits.ts'
import { Button } from './ui/button.tsx'
import { DialogBody, DialogFoot } from './ui/dialog.tsx'
import { Icon } from './ui/icon.tsx'
import { useFocusInvalid } from './use-focus-invalid.ts'
import { useSaveAndWait, useStoredValues, useUnsavedChangesGuard } from './use-form-guard.ts'
import type { FormConflicts } from './use-versioned-form.ts'

type Props<V extends FieldValues, O> = {
  form: UseFormReturn<V, unknown, O>
  /** The write. Its errors are shown here, so give it `meta: { shown: 'in-form' }`. */
  mutation: { isPending: boolean; error: Error | null }
  /** Label of the submit button. */
  submit: string
  /** `outline` if another form on the page has the primary button. */
  variant?: 'primary' | 'outline'
  onSubmit: (values: O) => void
  /** Called if the schema refuses the values. */
  onInvalid?: () => void
  /** The schema of the body, whose limits are counted on screen. */
  schema?: unknown
  onCancel?: () => void
  cancel?: string
  /** Why it can't be submitted now. */
  disabledReason?: string | undefined
  note?: ReactNode
  /** `dialog` adds a dialog's body and footer; `bare` leaves `FormError` and `FormSubmit` to the caller. */
  shape?: 'dialog' | 'page' | 'bare'
  /** False if the form may be left with unsaved text, such as the sign-in form. */
  isGuarded?: boolean
  /** From `useVersionedForm`: asks which value to save where someone else changed a field too. */
  conflicts?: FormConflicts | undefined
  children: ReactNode
}

type FormLayout = {
  limits: Limits
  isPending: boolean
  submit: string
  disabledReason: string | undefined
  variant: 'primary' | 'outline'
  error: Error | null
  /** The fields on screen by name, filled by the fields themselves. */
  descriptions: Map<string, FieldDescription>
}

const FormContext = createContext<FormLayout>({
  limits: {},
  isPending: false,
  submit: '',
  disabledReason: undefined,
  variant: 'primary',
  error: null,
  descriptions: new Map(),
})
export const useFormLayout = () => useContext(FormContext)

/**
 * Announces a field to the form: errors of the server are shown at announced fields, and a conflict uses its label and
 * its way of formatting values.
 */
export function useFieldDescription(
  name: string,
  label: ReactNode,
  format?: FieldDescription['format'],
): void {
  const { descriptions } = useContext(FormContext)
  useEffect(() => {
    descriptions.set(name, format ? { label, format } : { label })
  })
  useEffect(() => () => void descriptions.delete(name), [descriptions, name])
}

/** Puts the cursor into a field when the form opens, on pages that have nothing else to do. */
export function useFirstFocus<V extends FieldValues>(
  { setFocus }: Pick<UseFormReturn<V>, 'setFocus'>,
  name: Path<V>,
): void {
  useEffect(() => setFocus(name), [setFocus, name])
}

/**
 * The shell of every form: errors at their fields, other errors above the button, submitted with ⌘ ↵ or Enter, and a
 * question before unsaved changes are lost.
 */
export function Form<V extends FieldValues, O>(props: Props<V, O>) {
  const { form, mutation, schema, shape = 'dialog', isGuarded = true, conflicts } = props
  const { submit, variant = 'primary', disabledReason } = props
  const isBlocked = mutation.isPending || disabledReason !== undefined
  const [descriptions] = useState(() => new Map<string, FieldDescription>())
  const element = useRef<HTMLFormElement>(null)
  const lastFocused = useRef<HTMLElement>(null)
  const error = useServerErrors(form, mutation.error, descriptions)
  const isSaved = form.formState.isSubmitSuccessful && !mutation.error && !conflicts
  const { isSubmitting, isSubmitSuccessful, submitCount } = form.formState
  useFocusInvalid(element, mutation.error ?? (isSubmitSuccessful ? 0 : submitCount))
  const save = useSaveAndWait(element, {
    isPending: mutation.isPending,
    isSubmitting,
    isSuccess: isSubmitSuccessful && mutation.error === null && !conflicts,
  })
  useUnsavedChangesGuard({
    isDirty: isGuarded && form.formState.isDirty && !mutation.isPending && !isSaved,
    save: () => (disabledReason === undefined ? save() : Promise.resolve(false)),
    focus: () => {
      if (!element.current?.contains(document.activeElement))
        lastFocused.current?.focus({ preventScroll: true })
    },
  })
  useStoredValues(form, submit, isGuarded)
  const content = (
    <>
      {conflicts && (
        <ConflictFields conflicts={conflicts} descriptions={descriptions} isPending={mutation.isPending} />
      )}
      <div className="form-parts" hidden={conflicts !== undefined}>
        {props.children}
      </div>
      {shape !== 'bare' && <FormError />}
    </>
  )
  return (
    <FormProvider {...form}>
      <FormContext
        value={{
          limits: limitsOf(schema),
          isPending: mutation.isPending,
          submit,
          disabledReason,
          variant,
          error,
          descriptions,
        }}
      >
        <form
          ref={element}
          className={shape === 'dialog' ? undefined : 'form'}
          noValidate
          onFocus={({ target }) => {
            lastFocused.current = target
          }}
          onSubmit={(event) => {
            event.stopPropagation()
            if (isBlocked || conflicts) event.preventDefault()
            if (isBlocked) return
            if (conflicts) conflicts.onSave()
            else void form.handleSubmit(props.onSubmit, props.onInvalid)(event)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            element.current?.requestSubmit()
          }}
        >
          {shape === 'dialog' ? <DialogBody>{content}</DialogBody> : content}
          {!conflicts && (
            <Footer shape={shape} note={props.note} onCancel={props.onCancel} cancel={props.cancel} />
          )}
        </form>
      </FormContext>
    </FormProvider>
  )
}

type FooterProps = {
  shape: 'dialog' | 'page' | 'bare'
  note: ReactNode
  onCancel: (() => void) | undefined
  cancel: string | undefined
}

function Footer({ shape, note, onCancel, cancel = labels.cancel }: FooterProps) {
  if (shape === 'bare') return null
  const buttons = (
    <>
      {onCancel && (
        <Button size="form" onClick={onCancel}>
          {cancel}
        </Button>
      )}
      <FormSubmit />
    </>
  )
  if (shape === 'dialog') return <DialogFoot note={note}>{buttons}</DialogFoot>
  return (
    <div className="form-foot">
      {buttons}
      {note}
    </div>
  )
}

/** The submit button, for forms that place it themselves. */
export function FormSubmit({
  className,
  withKeys = true,
}: {
  className?: string | undefined
  withKeys?: boolean
}) {
  const { submit, disabledReason, variant, isPending } = useContext(FormContext)
  const hasKeyboard = useMedia('(hover: hover)')
  return (
    <Button
      type="submit"
      variant={variant}
      size="form"
      className={className}
      aria-busy={isPending}
      aria-disabled={isPending || undefined}
      disabledReason={disabledReason}
      keys={withKeys && hasKeyboard ? 'mod+enter' : undefined}
    >
      {submit}
    </Button>
  )
}

/** An error that belongs to no field, for forms that place it themselves. */
export function FormError() {
  const { error } = useContext(FormContext)
  if (!error) return null
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined
  return (
    <p className="form-fault" role="alert">
      <Icon of={CircleAlert} size="s" />
      <span>
        {errorMessage(error)}
        {requestId && <small>Request {requestId}</small>}
      </span>
    </p>
  )
}

/** Shows issues of the server at their fields; returns the error if it has none, or one that no field can show. */
function useServerErrors<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  error: Error | null,
  fields: ReadonlyMap<string, unknown>,
): Error | null {
  useEffect(() => {
    if (!(error instanceof ApiError)) return
    for (const { path, message } of error.issues) {
      const name = fieldOf(path, fields)
      if (name !== undefined)
        form.setError(name as Path<V>, { type: 'server', message }, { shouldFocus: true })
    }
  }, [form, error, fields])
  if (!(error instanceof ApiError) || error.issues.length === 0) return error
  return error.issues.every(({ path }) => fieldOf(path, fields) !== undefined) ? null : error
}

/** The field that an issue is about, or the field that contains it: `destination` for `destination.url`. */
function fieldOf(
  [part, ...path]: readonly (string | number)[],
  fields: ReadonlyMap<string, unknown>,
): string | undefined {
  if (part !== 'body') return undefined
  const names = path.map((_, index) => path.slice(0, index + 1).join('.'))
  return names.findLast((name) => fields.has(name))
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { redirectSource } from '#contract/site-redirects.ts'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { q } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import styles from './redirects.module.css'
import { sourceOf } from './source.ts'

const fields = z.object({ source: z.string().transform(sourceOf).pipe(redirectSource) })

/** The next path can be tried at any time, even while the answer for one is read or refreshed. */
const alwaysReady = { isPending: false, error: null }

/** Tests where a path goes. */
export function RedirectTest({ params }: { params: SiteParams }) {
  const [source, setSource] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { source: '' } })
  const fieldError = form.formState.errors.source
  const result = useQuery({
    ...q(api.siteRedirects.resolve, { params, query: { source: source ?? '' } }),
    enabled: source !== null,
    retry: false,
  })
  return (
    <div className={styles.test}>
      <Form
        form={form}
        mutation={alwaysReady}
        shape="bare"
        submit="Test"
        isGuarded={false}
        onSubmit={(values) => setSource(values.source)}
        onInvalid={() => setSource(null)}
      >
        <span className={styles.question}>
          <span className="soft nowrap">Where does</span>
          <TextInput
            aria-label="Path to test"
            aria-invalid={fieldError ? true : undefined}
            mono
            placeholder="/old/guide"
            autoComplete="off"
            {...form.register('source')}
          />
          <span className="soft nowrap">go?</span>
          <Button type="submit" variant="outline">
            Test{' '}
          </Button>
        </span>
      </Form>
      <p className={styles.result} role="status">
        {fieldError && <span className="i-danger">{fieldError.message}</span>}
        {result.isLoading && <span className="faint">Checking</span>}
        {result.data && (
          <>
            <span className="soft">{result.data.redirect.permanent === false ? '307 to' : '308 to'}</span>{' '}
            <a className="link" href={result.data.target} target="_blank" rel="noreferrer">
              {result.data.target}
            </a>
          </>
        )}
        {result.error && <span className="soft">{errorMessage(result.error)}</span>}
      </p>
    </div>
  )
}

import { toast } from './toast.ts'

export type OnDemand<M> = {
  /** Runs a function once the module is there, right away if it is loaded. A message says if it can’t be loaded. */
  readonly whenLoaded: (run: () => void, onFailure?: () => void) => void
  /** Loads it before it is needed. */
  readonly prefetch: () => void
  readonly isLoaded: () => boolean
  /** The loaded module, for what is only rendered afterwards. */
  readonly get: () => M
}

/** A module that is not part of the first load. If it cannot be loaded, the next attempt tries again. */
export function onDemand<M>(load: () => Promise<M>): OnDemand<M> {
  let loaded: M | undefined
  let pending: Promise<void> | undefined
  const start = () => {
    pending ??= load().then(
      (module) => {
        loaded = module
      },
      () => {
        pending = undefined
      },
    )
    return pending
  }
  return {
    whenLoaded: (run, onFailure) => {
      if (loaded !== undefined) return run()
      void start().then(() => {
        if (loaded !== undefined) return run()
        onFailure?.()
        reportFailure()
      })
    },
    prefetch: () => void start(),
    isLoaded: () => loaded !== undefined,
    get: () => {
      if (loaded === undefined) throw new Error('Rendered before its module was loaded')
      return loaded
    },
  }
}

/** After an update of the service, modules of the version before are gone. */
const reportFailure = () =>
  toast.refused('Couldn’t load this part of the page', {
    reason: 'Check your connection. If Lectern was updated, reload the page',
    action: { label: 'Reload', run: () => location.reload() },
  })

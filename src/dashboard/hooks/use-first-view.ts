import { useRouterState } from '@tanstack/react-router'

/** Whether the first view has its data. What surrounds it waits for that, so that it does not delay the first rows. */
export const useIsFirstViewLoaded = (): boolean =>
  useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined })

/** Removes the frame that the HTML showed until now. */
export const removeFirstFrame = (): void => document.getElementById('frame')?.remove()

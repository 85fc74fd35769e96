import { parentPort } from 'node:worker_threads'
import { textTasks } from './tasks.ts'
import type { WorkerAnswer, WorkerQuestion } from './worker-messages.ts'

/** Runs text tasks in a worker thread, one after another. */
parentPort?.on('message', async (question: WorkerQuestion) => {
  const answer =
    'inputs' in question ? await answersTo(question) : await answerTo(question.task, question.input)
  const bytes = 'result' in answer && answer.result instanceof Uint8Array ? [answer.result.buffer] : []
  parentPort?.postMessage(answer, bytes as ArrayBuffer[])
})

async function answersTo({ task, inputs }: { task: string; inputs: readonly unknown[] }) {
  const result: WorkerAnswer[] = []
  for (const input of inputs) result.push(await answerTo(task, input))
  return { result }
}

async function answerTo(task: string, input: unknown): Promise<WorkerAnswer> {
  try {
    const run = textTasks[task as keyof typeof textTasks] as (input: unknown) => Promise<unknown>
    return { result: await run(input) }
  } catch (error) {
    // A text that is nested too deeply overflows the stack.
    if (error instanceof RangeError) return { error: { name: 'OverBudget', message: error.message } }
    const { name, message, ...fields } = error as Error
    return {
      error: { ...fields, name: error instanceof Error ? error.name : name, message: String(message) },
    }
  }
}

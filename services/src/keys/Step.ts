/**
 * Called at each point where a crash leaves other data behind than a moment before. Tests end the process there; the services do nothing.
 */
export type Step = (name: string) => void | Promise<void>

export const noStep: Step = () => undefined

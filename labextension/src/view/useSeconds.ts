import { useEffect, useReducer } from 'react';

/** Render again once a second while something runs. */
export function useSeconds(isRunning: boolean): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isRunning) {
      return undefined;
    }
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
}

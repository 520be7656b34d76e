import { createContext, useCallback, useContext, useState } from 'react';

/** What the person has opened in a reply, by id; it outlives a row that is drawn anew. */
export const Opened = createContext(new Map<string, boolean>());

/** Whether something is open, as the person left it. */
export function useOpened(
  id: string
): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const opened = useContext(Opened);
  const [isOpen, setOpen] = useState(opened.get(id) ?? false);
  const remember = useCallback(
    (value: boolean) => {
      opened.set(id, value);
      setOpen(value);
    },
    [opened, id]
  );
  return [isOpen, remember];
}

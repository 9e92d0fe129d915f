// Takes the token's cookie out of this browser; without a token there is nothing to log out of.
import { useEffect, useState } from 'preact/hooks';
import { API, OWN_PAGE, toApiError } from '../client/api.ts';
import { attempt } from './toasts.tsx';

const logOut = (): Promise<boolean> =>
  attempt(async () => {
    const response = await fetch(`${API}/login`, { method: 'DELETE', headers: OWN_PAGE });
    if (!response.ok) throw toApiError(response.status, await response.text());
    location.reload();
  });

export const LogOut = () => {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    void fetch(`${API}/login`).then(
      async (response) => setNeeded(response.ok && (await response.json()).needsToken === true),
      () => undefined,
    );
  }, []);
  if (!isNeeded) return null;
  return (
    <button type="button" onClick={() => void logOut()}>
      Log out
    </button>
  );
};

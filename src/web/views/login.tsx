// Asks for the device's token.
import { useState } from 'preact/hooks';
import { API, OWN_PAGE, toApiError } from '../client/api.ts';
import { connect, link } from '../client/event-stream.ts';

export const Login = () => {
  const [token, setToken] = useState('');
  const [trouble, setTrouble] = useState('');
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const response = await fetch(`${API}/login`, {
        method: 'POST',
        body: JSON.stringify({ token }),
        headers: { ...OWN_PAGE, 'Content-Type': 'application/json' },
      });
      if (!response.ok) return setTrouble(toApiError(response.status, await response.text()).message);
      link.set('connecting');
      connect();
    } catch {
      setTrouble('The player cannot be reached.');
    }
  };
  return (
    <main class="login">
      <form class="panel" onSubmit={send}>
        <h1>CueDeck</h1>
        <p>This player is protected by a token.</p>
        <label>
          Token
          <input
            type="password"
            autocomplete="current-password"
            required
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        </label>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="primary">
          Log in
        </button>
      </form>
    </main>
  );
};

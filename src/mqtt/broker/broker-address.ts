// Where the broker is and who this is to it, from the settings or from the address.
import type { IClientOptions } from 'mqtt';

/** How to reach the broker, and who this is there. */
export interface BrokerAddress {
  readonly url: URL;
  readonly clientId: string;
  /** Empty: those of the URL, if any. */
  readonly user: string;
  readonly password: string;
  /** PEM of the authority whose brokers are trusted; undefined: those of Node. */
  readonly ca: Buffer | undefined;
}

/**
 * The address for the client library without user and password: it would take them from there before those that are
 * given, and parts them at the last colon of the decoded text, which may be one of the password.
 */
export const toPlaceHref = ({ url }: Pick<BrokerAddress, 'url'>): string => {
  const place = new URL(url);
  place.username = '';
  place.password = '';
  return place.href;
};

/** Who this is to the broker, as options of the client library. */
export const toCredentials = (
  address: Omit<BrokerAddress, 'clientId'>,
): Pick<IClientOptions, 'username' | 'password' | 'ca'> => {
  const username = address.user === '' ? fromUrl(address.url.username) : address.user;
  const password = address.password === '' ? fromUrl(address.url.password) : address.password;
  return {
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    ...(address.ca !== undefined && { ca: address.ca }),
  };
};

/** A percent sign that begins no escape stands for itself. */
const fromUrl = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

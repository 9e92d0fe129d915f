// Reads the CA file of the broker.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const PEM = /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/;

/**
 * @returns its PEM
 * @throws the system's error when it cannot be read; Error when it holds no certificate, since every broker would then be rejected
 */
export const readCaFile = async (path: string): Promise<Buffer> => {
  const pem = await readFile(path);
  if (!PEM.test(pem.toString('latin1')) || !isCertificate(pem)) throw new Error('it holds no certificate in PEM');
  return pem;
};

const isCertificate = (pem: Buffer): boolean => {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
};

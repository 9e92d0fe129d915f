// A datagram that nobody can answer: its source port is 0, as strangers on the internet may write it.
import { execFileSync } from 'node:child_process';

/** The UDP header by hand, over a raw socket: no other socket sends from port 0. */
const PROGRAM = `use Socket;
my ($port, $hex) = @ARGV;
my $bytes = pack('H*', $hex);
socket(my $raw, PF_INET, SOCK_RAW, 17) or die $!;
my $header = pack('n4', 0, $port, 8 + length($bytes), 0);
send($raw, $header . $bytes, 0, pack_sockaddr_in(0, inet_aton('127.0.0.1'))) or die $!;`;

/** Raw sockets are root's. */
export const canSendFromNowhere = process.getuid?.() === 0;

export const sendFromNowhere = (port: number, bytes: Buffer): void => {
  execFileSync('perl', ['-e', PROGRAM, String(port), bytes.toString('hex')]);
};

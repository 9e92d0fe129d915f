# Starts a program as systemd does with OpenFile=: a datagram socket, connected to the manager's, is its descriptor 3.
# Usage: under-manager.pl SOCKET WATCHDOG_SECONDS PROGRAM...
use strict;
use warnings;
use Socket;
$^F = 3;
my ($path, $seconds, @program) = @ARGV;
socket(my $manager, AF_UNIX, SOCK_DGRAM, 0) or die $!;
connect($manager, pack_sockaddr_un($path)) or die $!;
die 'not descriptor 3' unless fileno($manager) == 3;
$ENV{LISTEN_PID} = $ENV{WATCHDOG_PID} = $$;
$ENV{LISTEN_FDS} = 1;
$ENV{LISTEN_FDNAMES} = 'notify';
$ENV{WATCHDOG_USEC} = int($seconds * 1e6);
exec @program or die $!;

package io.mintmark.server.ravendb;

/** The replays once more, over TLS and with a registered certificate. */
@OverTls
class NightlyReplayOverTlsTest extends ReplayTest {}

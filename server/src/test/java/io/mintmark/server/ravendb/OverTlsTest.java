package io.mintmark.server.ravendb;

import org.junit.jupiter.api.Nested;

/** Ids from ranges with the unmodified official client, over TLS and with a client certificate. */
@OverTls
class OverTlsTest {
    @Nested
    class HiLo extends HiLoScenariosTest {}
}

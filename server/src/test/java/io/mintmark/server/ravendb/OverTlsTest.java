package io.mintmark.server.ravendb;

import org.junit.jupiter.api.Nested;

/** Every strategy of ids with the unmodified official client, over TLS and with a client certificate. */
@OverTls
class OverTlsTest {
    @Nested
    class HiLo extends HiLoScenariosTest {}

    @Nested
    class Identity extends IdentityScenariosTest {}

    @Nested
    class SemanticAndGuid extends SemanticAndGuidScenariosTest {}

    @Nested
    class ServerSideId extends ServerSideIdScenariosTest {}
}

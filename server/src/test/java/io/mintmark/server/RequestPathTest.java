package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small request without a body is served by few types; what only others need, it does not meet. */
class RequestPathTest {
    /** Jetty calls each of them: nothing else lets it read fairly, or see how a request line was written. */
    private static final Set<String> READ = Set.of("jetty.FrontEnd", "jetty.FrontConnection", "jetty.JettyHandler");
    /** They wait for input and hand it to a thread on Java 21 and newer, and open and close connections beside requests. */
    private static final Set<String> BESIDE =
            Set.of("jetty.FrontConnector", "jetty.HttpThreads", "admission.AdmissionControl");
    /** The request, the rules for its head, and the place to which it leads. */
    private static final Set<String> UNDERSTOOD =
            Set.of("jetty.Exchange", "jetty.RequestHeads", "http.Router", "http.Destination", "http.Request");
    /** Whether it may work now, beside all others; where nobody waits, no line of those who do. */
    private static final Set<String> ADMITTED = Set.of(
            "admission.ClientConnection",
            "admission.RequestResources",
            "admission.PermitQueue",
            "admission.Permit",
            "load.FairShare");
    /** Whether its host and origin may ask, and its sender, and what goes around every endpoint. */
    private static final Set<String> JUDGED = Set.of("access.WebGate", "ServedEndpoints", "access.AccessControl");

    @Test
    void shouldMeetNoMoreTypesThanItNeedsBeforeItsEndpoint(@TempDir Path directory) throws Exception {
        Set<String> met = RequestPath.ofHiLoNext(directory);

        assertThat(met).containsAll(UNDERSTOOD);
        met.removeAll(READ);
        met.removeAll(UNDERSTOOD);
        met.removeAll(ADMITTED);
        met.removeAll(JUDGED);
        met.removeAll(BESIDE);
        assertThat(met).isEmpty();
    }
}

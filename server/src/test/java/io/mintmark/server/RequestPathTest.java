package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small request without a body is served by few types; what only others need, it does not meet. */
class RequestPathTest {
    /** Jetty calls each of them: nothing else lets it read fairly, or see how a request line was written. */
    private static final Set<String> READ = Set.of(
            "jetty.FrontConnector",
            "jetty.FrontSelector",
            "jetty.FrontEnd",
            "jetty.FrontConnection",
            "jetty.ReadSlice",
            "jetty.HttpThreads",
            "jetty.JettyHandler");
    /** The request, the limits of its head, and the place to which it leads. */
    private static final Set<String> UNDERSTOOD = Set.of(
            "jetty.Exchange",
            "jetty.RequestHead",
            "jetty.HttpLimits",
            "http.Router",
            "http.Destination",
            "http.Query",
            "http.Request");
    /** Whether it may work now, beside all others, and whether its host and origin may ask. */
    private static final Set<String> ADMITTED = Set.of(
            "admission.AdmissionControl",
            "admission.ClientConnection",
            "admission.RequestResources",
            "admission.PermitQueue",
            "admission.Permit",
            "load.FairShare",
            "load.FairQueue",
            "access.WebGate");
    /** What goes around every endpoint: a measurement, the list of those who may call, and words for what fails below. */
    private static final Set<String> AROUND =
            Set.of("Metrics", "http.Endpoint", "access.AccessControl", "access.AccessInForce");

    @Test
    void shouldMeetNoMoreTypesThanItNeedsBeforeItsEndpoint(@TempDir Path directory) throws Exception {
        Set<String> met = RequestPath.ofHiLoNext(directory);

        assertThat(met).containsAll(UNDERSTOOD);
        met.removeAll(READ);
        met.removeAll(UNDERSTOOD);
        met.removeAll(ADMITTED);
        met.removeAll(AROUND);
        assertThat(met).isEmpty();
    }
}

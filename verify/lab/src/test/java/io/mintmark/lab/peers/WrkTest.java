package io.mintmark.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.lab.instrument.Traffic;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;

class WrkTest {
    private static final String PRINTED = """
            Running 4s test @ http://127.0.0.1:9105/databases/load/hilo/next
              1 threads and 64 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency     2.11ms    1.90ms  31.50ms   93.12%
                Req/Sec    33.50k     2.10k   38.00k    70.00%
              Latency Distribution
                 50%  920.00us
                 75%    2.31ms
                 90%    3.80ms
                 99%    1.02s
              133326 requests in 4.00s, 45.10MB read
            Requests/sec:  33331.56
            Transfer/sec:     11.27MB
            """;

    @Test
    void shouldReadWhatItPrints() throws IOException {
        assertThat(Wrk.Report.of(PRINTED)).isEqualTo(new Wrk.Report(133_326, 33_331.56, 0.92, 1_020));
    }

    @Test
    void shouldRefuseARunWithFailures() {
        assertThatThrownBy(() -> Wrk.Report.of(PRINTED + "  Non-2xx or 3xx responses: 17\n"))
                .hasMessageContaining("Non-2xx or 3xx responses: 17");
        assertThatThrownBy(() -> Wrk.Report.of(PRINTED + "  Socket errors: connect 0, read 3, write 0, timeout 0\n"))
                .hasMessageContaining("read 3");
        assertThatThrownBy(() -> Wrk.Report.of("")).hasMessageContaining("printed no");
    }

    @Test
    void shouldSendTheFieldsOfOfficialClients() {
        Traffic.GetRequest target = new Traffic(URI.create("http://127.0.0.1:9"), "load").reservation();

        assertThat(target.url()).startsWith("http://127.0.0.1:9/databases/load/hilo/next?tag=orders&lastBatchSize=32&");
        assertThat(target.fields())
                .contains("Raven-Client-Version: 6.0.2", "Accept-Encoding: gzip")
                .noneMatch(field -> field.isBlank() || field.startsWith("Host"));
    }
}

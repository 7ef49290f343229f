package io.mintmark.cli;

import io.mintmark.cli.Calls.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;

/** A look at a node that is asked again where it does not answer for a moment: a look at everything is the end of a long run. */
final class PatientLook implements LossCheck.Shown {
    private static final int ATTEMPTS = 20;
    private static final Duration REST = Duration.ofMillis(500);

    private final Calls node;

    PatientLook(Calls node) {
        this.node = node;
    }

    @Override
    public Map<String, String> read(Collection<String> ids) throws Exception {
        return again(() -> node.read(ids));
    }

    @Override
    public long max(String tag) throws Exception {
        return again(() -> node.max(tag));
    }

    private static <T> T again(Callable<T> call) throws Exception {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return call.call();
            } catch (IOException e) {
                RealTime.pass(REST);
            } catch (RefusedException e) {
                if (!NodesClient.GO_ELSEWHERE.contains(e.status())) {
                    throw e;
                }
                RealTime.pass(REST);
            }
        }
        return call.call();
    }
}

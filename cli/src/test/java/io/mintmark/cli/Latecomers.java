package io.mintmark.cli;

import io.mintmark.cli.Calls.Range;
import io.mintmark.cli.Calls.RefusedException;
import io.mintmark.cli.Nodes.Node;
import io.mintmark.cli.NodesHistory.Call;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Clients that wait at a node which sleeps while another one has its tag, so that it finds them when it wakes. Some work at
 * the other one meanwhile: whatever both hand out would be the same.
 */
final class Latecomers implements AutoCloseable {
    private static final int CLIENTS = 12;
    private static final int CLIENTS_OF_THE_HEIR = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newHttpClient();
    private final NodesHistory history;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> clients = new ArrayList<>();
    private volatile boolean over;

    Latecomers(Node sleeping, Nodes nodes, NodesHistory history) {
        this.history = history;
        for (int i = 0; i < CLIENTS; i++) {
            send(sleeping, "late", i);
        }
        nodes.awake().stream().filter(node -> node.tag.equals(sleeping.tag)).forEach(heir -> {
            for (int i = 0; i < CLIENTS_OF_THE_HEIR; i++) {
                send(heir, "heir", i);
            }
        });
    }

    private void send(Node node, String kind, int number) {
        String name = kind + "-" + node.tag + "-" + node.url.getPort() + "-" + number + "-";
        clients.add(threads.submit(() -> callUntilRefused(node, name, number % 3 != 2)));
    }

    private void callUntilRefused(Node node, String name, boolean puts) {
        Calls calls = new Calls(client, node.url, PATIENCE);
        try {
            for (int i = 0; !over; i++) {
                Call call = history.begin(node);
                if (puts) {
                    history.storedNew(call, calls.store("users/", name + i), name + i);
                } else {
                    Range range = calls.next("orders");
                    history.reserved(call, "orders", range);
                    history.acknowledged.issued("orders", range.low(), range.high());
                }
            }
        } catch (IOException | RefusedException e) {
            // It knows by now, or is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until each ended its last call. */
    void awaitEnd() throws Exception {
        over = true;
        for (Future<?> each : clients) {
            each.get();
        }
    }

    @Override
    public void close() {
        over = true;
        List<Runnable> ignored = threads.shutdownNow();
    }
}

package io.mintmark.lab.load;

import io.mintmark.lab.peers.PostgresInserts;
import io.mintmark.lab.report.Results;
import io.mintmark.lab.report.Turns;
import java.io.IOException;

/** Documents that one stream inserts through one node, beside SQLite and beside batches of PostgreSQL's own. */
final class NodeInserts {
    static final String SQLITE = "Mintmark over SQLite: bulk_insert, documents, 1 stream";
    static final String ONE = "Mintmark over PostgreSQL, 1 node: bulk_insert, documents, 1 stream";

    private NodeInserts() {}

    static void measure(Stage stage, Results results) throws IOException {
        int documents = stage.site().effort().choose(2_000, 100_000, 200_000);
        Turns turns = new Turns("bulk insert", stage.site());
        turns.addStreamed(SQLITE, stage.sqlite().streams(documents));
        turns.addStreamed(ONE, stage.one().streams(documents));
        addPostgres(turns, stage, DocumentsPart.POSTGRES_1, 1);
        addPostgres(turns, stage, DocumentsPart.POSTGRES_4, 4);
        turns.run(results);
    }

    private static void addPostgres(Turns turns, Stage stage, String name, int connections) {
        turns.addPeer(name, (warmUp, window) -> PostgresInserts.measure(stage.postgres(), connections, warmUp, window));
    }
}

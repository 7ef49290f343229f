package io.mintmark.server;

import io.mintmark.server.backup.Backups;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.numbers.NumberCounts;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StoreClass;
import io.mintmark.storage.cutoff.NodeJournal;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.tls.ServerCertificate;
import java.util.Optional;

/**
 * What the metrics of a server are read from.
 *
 * @param engine where the databases are
 * @param databases those that are used
 * @param numbers what clients were given of them
 * @param load requests under way and turned away
 * @param certificate the one that the server shows, if it speaks TLS
 * @param backups those that are made of the data
 * @param journal what it takes while the engine is not there, if it does
 */
record MetricSources(
        StorageEngine engine,
        Databases databases,
        NumberCounts numbers,
        AdmissionCounts load,
        Optional<ServerCertificate> certificate,
        Backups backups,
        Optional<NodeJournal> journal) {

    /** Returns what <em>acknowledged</em> means now. */
    StoreClass storeClass() {
        return journal.isPresent() && engine.outage().isPresent() ? StoreClass.HERE : engine.storeClass();
    }
}

package io.mintmark.server;

import io.mintmark.server.admission.AdmissionCounts;
import io.mintmark.server.backup.Backups;
import io.mintmark.server.databases.Databases;
import io.mintmark.server.numbers.NumberCounts;
import io.mintmark.server.storage.StorageEngine;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the metrics of a server are read from.
 *
 * @param engine where the databases are
 * @param databases those that are used
 * @param numbers what clients were given of them
 * @param load requests under way and turned away
 * @param certificateExpires when the server's certificate ends, if it has one
 * @param backups those that are made of the data
 */
record MetricSources(
        StorageEngine engine,
        Databases databases,
        NumberCounts numbers,
        AdmissionCounts load,
        Optional<Supplier<Instant>> certificateExpires,
        Backups backups) {}

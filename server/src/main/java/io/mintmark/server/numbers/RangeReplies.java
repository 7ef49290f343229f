package io.mintmark.server.numbers;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.RavenTime;
import io.mintmark.storage.write.Lease;
import io.mintmark.support.Json;
import io.mintmark.web.http.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/**
 * What clients are told of the ranges that they get, put together without a tree or a generator. Thread-safe.
 *
 * <p>All leases of one commit have one time, which is written once for all of them.
 */
final class RangeReplies {
    private static final int CHARS_USUAL = 192;

    /** A time, and how it is written. */
    private volatile Map.Entry<Instant, String> latest = stamp(Instant.EPOCH);

    /** Returns the reply that hands {@code lease} out, with its token: {@link io.mintmark.counter.LeaseToken}. */
    Reply of(String tag, IdentityPartsSeparator separator, String life, Lease lease) {
        return Reply.json(201, describe(tag, separator, lease))
                .notStored()
                .header(Headers.LEASE, life + '.' + lease.serial());
    }

    private byte[] describe(String tag, IdentityPartsSeparator separator, Lease lease) {
        StringBuilder json = new StringBuilder(CHARS_USUAL).append("{\"Prefix\":\"");
        Json.escape(tag, json);
        Json.escape(String.valueOf(separator.value()), json);
        json.append("\",\"Low\":").append(lease.low());
        json.append(",\"High\":").append(lease.high());
        json.append(",\"LastSize\":").append(lease.size());
        json.append(",\"ServerTag\":\"").append(lease.node().text());
        json.append("\",\"LastRangeAt\":\"").append(written(lease.reservedAt()));
        return json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private String written(Instant time) {
        Map.Entry<Instant, String> stamp = latest;
        if (!stamp.getKey().equals(time)) {
            stamp = stamp(time);
            latest = stamp;
        }
        return stamp.getValue();
    }

    private static Map.Entry<Instant, String> stamp(Instant time) {
        return Map.entry(time, RavenTime.format(time));
    }
}

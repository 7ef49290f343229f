package io.mintmark.client.hilo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.ServerFailedException;
import io.mintmark.client.http.Reply;
import io.mintmark.client.http.Request;
import io.mintmark.client.http.RequestTarget;
import io.mintmark.counter.ExhaustedException;
import io.mintmark.counter.LeaseToken;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.protocol.Parameters;
import io.mintmark.protocol.Routes;
import io.mintmark.range.Range;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;

/** The ranges of one counter over HTTP: {@code hilo/next} and {@code hilo/return}. */
final class HttpHiLoExchange implements HiLoExchange {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DOCUMENT_PREFIX = "Raven/Hilo/";

    private final Cluster cluster;
    private final String tag;
    private final Optional<IdentityPartsSeparator> separator;

    /** Creates an exchange about the counter {@code tag}; without a separator the database's own is used. */
    HttpHiLoExchange(Cluster cluster, String tag, Optional<IdentityPartsSeparator> separator) {
        this.cluster = cluster;
        this.tag = tag;
        this.separator = separator;
    }

    @Override
    public NextRange next(LastRange last, long lastMax) {
        RequestTarget target = RequestTarget.of(Routes.HILO_NEXT, cluster.database())
                .with(Parameters.TAG, tag)
                .with(Parameters.LAST_BATCH_SIZE, last.batchSize());
        if (!last.at().isEmpty()) {
            target.with(Parameters.LAST_RANGE_AT, last.at());
        }
        separator.ifPresent(one -> target.with(Parameters.IDENTITY_PARTS_SEPARATOR, one.toString()));
        target.with(Parameters.LAST_MAX, lastMax);
        Request request = Request.get(target.toString()).header("Cache-Control", "no-store");
        try {
            return read(cluster.send(request));
        } catch (ServerFailedException e) {
            throw e.errorType().filter(ErrorType.EXHAUSTED.wireName()::equals).isPresent() ? exhausted(e) : e;
        }
    }

    private static ExhaustedException exhausted(ServerFailedException e) {
        ExhaustedException exhausted = new ExhaustedException(String.valueOf(e.getMessage()));
        exhausted.initCause(e);
        return exhausted;
    }

    private NextRange read(Reply reply) {
        JsonNode body = tree(reply);
        String prefix = body.path("Prefix").asText();
        long low = body.path("Low").asLong();
        long high = body.path("High").asLong();
        if (reply.status() != 201 || low < 1 || high < low || !prefix.startsWith(tag)) {
            throw new InvalidReplyException(
                    reply.node(),
                    "status " + reply.status() + ", prefix '" + prefix + "', low=" + low + ", high=" + high
                            + " is no range of the counter " + tag,
                    null);
        }
        Optional<LeaseToken> token = token(reply);
        long serial = token.map(LeaseToken::serial).orElse(Range.NO_TOKEN);
        Range range = new Range(low, high, prefix, body.path("ServerTag").asText(""), serial);
        return new NextRange(
                range,
                body.path("LastSize").asLong(range.size()),
                body.path("LastRangeAt").asText(""),
                new RangeOrigin(
                        reply.node(), token.flatMap(HttpHiLoExchange::life).orElse(null)));
    }

    private static JsonNode tree(Reply reply) {
        try {
            return JSON.readTree(reply.body());
        } catch (IOException e) {
            throw new InvalidReplyException(reply.node(), "its body is not JSON", e);
        }
    }

    /** A bare serial, as older servers send it, does not name its database: it is not a token. */
    private static Optional<LeaseToken> token(Reply reply) {
        return reply.header(Headers.LEASE)
                .flatMap(LeaseToken::parse)
                .filter(token -> life(token).isPresent());
    }

    private static Optional<DatabaseLife> life(LeaseToken token) {
        return DatabaseLife.parse(token.life());
    }

    @Override
    public Optional<RangeOrigin> life() {
        RequestTarget target = RequestTarget.of(Routes.TOPOLOGY).with(Parameters.NAME, cluster.database());
        try {
            Reply reply = cluster.send(Request.get(target.toString()));
            return DatabaseLife.parse(tree(reply).path("Life").asText())
                    .map(life -> new RangeOrigin(reply.node(), life));
        } catch (MintmarkClientException untold) {
            return Optional.empty();
        }
    }

    @Override
    public ReturnReply giveBack(Range range, long last, RangeOrigin origin) {
        RequestTarget target = RequestTarget.of(Routes.HILO_RETURN, cluster.database())
                .with(Parameters.TAG, tag)
                .with(Parameters.END, range.high())
                .with(Parameters.LAST, last);
        if (origin.life() != null) {
            target.with(Parameters.LEASE, new LeaseToken(origin.life().toString(), range.token()).toString());
        }
        Reply reply = cluster.sendTo(origin.node(), Request.put(target.toString()));
        if (reply.status() != 204) {
            throw new InvalidReplyException(reply.node(), "status " + reply.status() + " to a return", null);
        }
        return reply.header(Headers.RETURN)
                .map(word -> word.equals(Headers.ACCEPTED) ? ReturnReply.ACCEPTED : ReturnReply.IGNORED)
                .orElse(ReturnReply.UNTOLD);
    }

    @Override
    public OptionalLong max(URI node) {
        RequestTarget target =
                RequestTarget.of(Routes.DOCS, cluster.database()).with(Parameters.ID, DOCUMENT_PREFIX + tag);
        Reply reply = cluster.sendTo(node, Request.get(target.toString()));
        JsonNode max = tree(reply).path("Results").path(0).path("Max");
        return max.isIntegralNumber() ? OptionalLong.of(max.longValue()) : OptionalLong.empty();
    }
}

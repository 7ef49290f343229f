package io.mintmark.server.plain;

import io.mintmark.web.http.Answer;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One route of the plain API: what serves it, and what is said of it.
 *
 * @param method the method
 * @param path the path, with its places
 * @param name its name in clients that are made from the description
 * @param summary what it does, in one sentence
 * @param parameters all that a request may have
 * @param results what it answers to a request that it does not refuse
 * @param costly tells by the query whether a request asks for much, so that it waits among its like
 * @param serving what serves it
 */
record PlainRoute(
        String method,
        String path,
        String name,
        String summary,
        List<PlainParameter> parameters,
        List<Result> results,
        Optional<Predicate<Query>> costly,
        Serving serving) {
    /** Serves a request that was found to be as its route says. */
    @FunctionalInterface
    interface Serving {
        /** Returns the answer. */
        Answer of(CheckedRequest request);
    }

    /**
     * What a route answers.
     *
     * @param status the status
     * @param description one sentence
     * @param schema the name of its schema
     * @param alsoText whether a client may have it as plain text
     */
    record Result(int status, String description, String schema, boolean alsoText) {}

    /** Returns what begins a route. */
    static Draft of(String method, String path, String name, String summary) {
        return new Draft(method, path, name, summary, List.of(), List.of(), Optional.empty());
    }

    /** A route that nothing serves yet. */
    record Draft(
            String method,
            String path,
            String name,
            String summary,
            List<PlainParameter> parameters,
            List<Result> results,
            Optional<Predicate<Query>> costly) {
        Draft taking(PlainParameter... all) {
            return new Draft(method, path, name, summary, List.of(all), results, costly);
        }

        Draft costlyIf(Predicate<Query> much) {
            return new Draft(method, path, name, summary, parameters, results, Optional.of(much));
        }

        Draft giving(Result... all) {
            return new Draft(method, path, name, summary, parameters, List.of(all), costly);
        }

        Draft giving(int status, String description, String schema) {
            return giving(new Result(status, description, schema, false));
        }

        PlainRoute by(Serving serving) {
            return new PlainRoute(method, path, name, summary, parameters, results, costly, serving);
        }
    }

    void addTo(Router router) {
        if (costly.isPresent()) {
            router.addCostly(method, path, costly.get(), this::answer);
        } else {
            router.add(method, path, this::answer);
        }
    }

    private Answer answer(Request request) {
        return serving.of(new CheckedRequest(request, this));
    }
}

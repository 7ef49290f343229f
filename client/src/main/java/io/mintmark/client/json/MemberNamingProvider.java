package io.mintmark.client.json;

import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AccessorNamingStrategy;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.DefaultAccessorNamingStrategy;

/**
 * Names members as Jackson does, but joins a field and its getter to one member where their names differ only in
 * spelling: {@code isActive} and {@code isActive()}, {@code _name} and {@code getName()}. Immutable.
 */
final class MemberNamingProvider extends DefaultAccessorNamingStrategy.Provider {
    private static final long serialVersionUID = 1L;

    @Override
    public AccessorNamingStrategy forPOJO(MapperConfig<?> config, AnnotatedClass type) {
        return new MemberNamingStrategy(
                config, type, _setterPrefix, _getterPrefix, _isGetterPrefix, _baseNameValidator);
    }
}

package io.mintmark.spring.internal;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.util.ReflectionUtils;

/**
 * The beans by which Spring's ORM module makes persistence units.
 *
 * <p>Those of JPA have one class in Spring 6 and 7. The bean of Hibernate's own interface moved, so it is known by
 * name.
 */
public final class UnitFactoryBeans {
    /** Names of the class that makes a SessionFactory, in Spring 6 and in Spring 7. */
    public static final Set<String> OF_HIBERNATE = Set.of(
            "org.springframework.orm.hibernate5.LocalSessionFactoryBean",
            "org.springframework.orm.jpa.hibernate.LocalSessionFactoryBean");

    private static final String GETTER = "getHibernateProperties";
    private static final String SETTER = "setHibernateProperties";

    private UnitFactoryBeans() {}

    /** Returns the settings with which {@code bean} will make a unit, to be changed; empty if it makes none. */
    public static Optional<Map<String, Object>> settings(Object bean) {
        if (bean instanceof AbstractEntityManagerFactoryBean unit) {
            return Optional.of(unit.getJpaPropertyMap());
        }
        return isOfHibernate(bean.getClass()) ? Optional.of(ownSettings(bean)) : Optional.empty();
    }

    private static boolean isOfHibernate(Class<?> type) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (OF_HIBERNATE.contains(above.getName())) {
                return true;
            }
        }
        return false;
    }

    /** The bean keeps the object that it was given, which several beans may share. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // keys are texts, and values may be objects, as Spring's own are
    private static Map<String, Object> ownSettings(Object bean) {
        Properties own = new Properties();
        own.putAll((Properties) ReflectionUtils.invokeMethod(method(bean, GETTER), bean));
        ReflectionUtils.invokeMethod(method(bean, SETTER, Properties.class), bean, own);
        return (Map) own;
    }

    private static Method method(Object bean, String name, Class<?>... parameters) {
        return Objects.requireNonNull(ReflectionUtils.findMethod(bean.getClass(), name, parameters), name);
    }
}
